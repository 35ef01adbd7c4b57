/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "d43774e5caf9b44ca1e7566b394c77987d1b57d242543a18fda3e947c245c9ab": "0.2.0-dev",
};
