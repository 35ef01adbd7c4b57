/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "0b22f1f6687fb260df7fb5f0809c7b6599dd7c2f6992b6972e819c4aba2643fd": "0.2.0-dev",
};
