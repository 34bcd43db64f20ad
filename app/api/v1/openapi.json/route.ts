export { GET } from "@/app/api/v1/openapi.json/document";
