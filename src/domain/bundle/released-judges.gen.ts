/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "3f9be59352d81d4d37d443baa6a7b17e14e5f407ab188b5a9e4f7d551fb34bdd": "0.2.0-dev",
};
