/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "24dc94a24f1c9be2beef4966e92b694442cfa840be1a940068428412fef5093e": "0.2.0-dev",
};
