import { AppError } from "@/lib/http/app-error";
import { route } from "@/lib/routes/route";

/** Whoever asks the API for an address that it has not is a program, and is refused in JSON as anywhere else here. */
const nothing = route("public", { summary: "Nothing is here" }, () => {
  throw new AppError("not_found", "Not found");
});

export const GET = nothing;
export const POST = nothing;
export const PUT = nothing;
export const PATCH = nothing;
export const DELETE = nothing;
