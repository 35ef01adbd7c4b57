/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "6828358f8cb0ea7cdf0918f0637f94ef5ae0a46d3e21e7f229808781afcb4b23",
  "verify.html": "2485341d97b78ff191b2e4ee5717c746cf00e57f027dad72c830c7133c18de33",
} as const;
