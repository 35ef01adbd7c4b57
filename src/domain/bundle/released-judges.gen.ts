/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "5017d80bf9b4e208fb240caf7265eb16fd9b1ad60bd37559486570637fe0c843": "0.2.0-dev",
};
