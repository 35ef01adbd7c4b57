/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "d57da2178b4298e6905eff12d52e04919df81b1ce99af49941582bad51d25b43",
  "verify.html": "61d50f230073cbe4373106e882cba411f58839a2f8e76d6e27ba829c085ede8d",
} as const;
