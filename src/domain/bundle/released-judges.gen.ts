/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "59f5da76fd1efac1bbc9fbc290a960e43d159e667a61d6a05dec05266943a732": "0.2.0-dev",
};
