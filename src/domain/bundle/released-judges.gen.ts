/** Each released version by the SHA-256 of its judge, hexadecimal, and this one. Written by `npm run verifier-hashes`. */
export const releasedJudges: Readonly<Record<string, string>> = {
  "7b4520397ee9aa68b8c030668b7d032022d86104f9407b71532ec0617157c43e": "0.2.0-dev",
};
