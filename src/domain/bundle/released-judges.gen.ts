/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "cc60fa456b620fab82fdbefad453be2d623ffa3ebf8e6b0c019f444136ec2880": "0.2.0-dev",
};
