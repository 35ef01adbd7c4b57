/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "15303f46ce11bf4706b764eff83c41d504d42f4d84d74c502b3a774eeecf07fa",
  "verify.html": "6f91854b2b6c456a606724e41aea1a8e3bf134058097379123b01541dd06d476",
} as const;
