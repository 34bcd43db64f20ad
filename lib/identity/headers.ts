/** Headers of every answer in a sign-in: neither caches nor the next page's referrer may learn its address. */
export const SECRET_BEARING = { "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
