/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "4bd1df2335716cce8f2eedc1d2d72fb6555fe9e58bbbd35cfca7e790f61aa049": "0.2.0-dev",
};
