/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "a80075571982aa4768ffedf0d252a9d58cda025f755514653ed6011cd434d74b": "0.2.0-dev",
};
