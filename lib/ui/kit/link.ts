"use client";

// Mantine's `component` prop crosses from server to browser components, which only a browser component can do.
export { default as Link } from "next/link";
