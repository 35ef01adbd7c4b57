/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "896afe9f022e24b073073ce436f34475b876a704ee2dc83af4c824cd8673af90",
  "verify.html": "d0128b355c15d86b601d2d916ae570f7235dd0185d1ffca617945c90be845e20",
} as const;
