/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "c65b99a9aa4dca6ea4569db71af4c4d872d6cdac61f321322588d8105b9621e2": "0.2.0-dev",
};
