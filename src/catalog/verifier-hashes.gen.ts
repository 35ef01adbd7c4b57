/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "f20e65136d18feaa0a8635ddacedff49dd84450ca1806526ecfa35bcfc6eff51",
  "verify.html": "3f00abfa30049c4ac79b29edf549e9b83135d5a969452364c02e52a1a442fdb2",
} as const;
