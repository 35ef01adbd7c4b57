/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "131a01b6bf983cde0d497097b9ecccd1a3a793e02ec0e123e40165b75d4e2720": "0.2.0-dev",
};
