/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "0e66d12551bfd638a6b7141a772f56e87a43dcb96facc534e9e88841c3b7a566": "0.2.0-dev",
};
