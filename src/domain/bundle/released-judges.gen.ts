/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "6dfa493f285fb2f121833c9297b1e039e5c38680cf5d3dd82feee2743da724f9": "0.2.0-dev",
};
