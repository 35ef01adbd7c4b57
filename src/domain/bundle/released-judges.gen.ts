/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "e01b0e956dc36b351a927dd8b20fe2f28494a022622228bef053435434ba1214": "0.2.0-dev",
};
