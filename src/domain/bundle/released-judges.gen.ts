/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "7ff8989242c463265e4ff5b2b9985198c46c270fdfc0fd17a63aabeafc8f9927": "0.2.0-dev",
};
