/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "b9e4eb589d1f47e383e547795ce79ad6a6b9431501f88604d3c05cc42484eeaa": "0.2.0-dev",
};
