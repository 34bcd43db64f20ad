/** Sets what stands in `.env`; the surroundings win. Ends the process if the file is there and can't be read. */
export function loadEnvFile(): void;
