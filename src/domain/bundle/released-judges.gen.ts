/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "94168184fe956e9dbd499267bad99a2a474340a38808bcb24cab551e4f36bfbc": "0.2.0-dev",
};
