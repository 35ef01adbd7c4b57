/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "e1123a17e7dbb020e9cf40f5b23af6b3a5598d315f750ab3db3f8010952a57fc": "0.2.0-dev",
};
