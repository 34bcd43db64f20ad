export { AppFrame as default } from "@/lib/ui/app-frame";
