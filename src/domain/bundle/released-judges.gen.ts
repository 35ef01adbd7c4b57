/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "367d46116df6299c54560dd1626f9ead29db0cb9c9a46505549f8739692b779a": "0.2.0-dev",
};
