/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "b981c3e500fe32e0c32d0791c1bc6d33521d708b35913328ab3e82eefff50525": "0.2.0-dev",
};
