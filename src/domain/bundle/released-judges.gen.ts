/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "76ba193a98620948c219b786e8f418f790938322a1c70b5a55d2da10a820c823": "0.2.0-dev",
};
