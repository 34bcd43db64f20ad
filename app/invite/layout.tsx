export { AppFrame as default } from "@/lib/ui/shell/app-frame";
