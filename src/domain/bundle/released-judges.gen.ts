/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "5ec8694e854a66c03d996cdae29d4fd2e41f1d09cd602ac617bfba436077c85a": "0.2.0-dev",
};
