/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "580d3a267995b493e6e0b1b23181c5b3a13fcdbba5495cb38596bbfc22061e9e": "0.2.0-dev",
};
