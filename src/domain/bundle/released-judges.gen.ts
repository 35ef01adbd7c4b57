/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "778495c0eabfd42925fd2792e1160795e6295405e9fcaa8bc90777b813cc88ad": "0.2.0-dev",
};
