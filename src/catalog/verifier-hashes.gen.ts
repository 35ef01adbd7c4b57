/** SHA-256 of the verifier that this version serves, hexadecimal. Written by `npm run verifier-hashes`. */
export const verifierHashes = {
  "verify.mjs": "209086d82018916eada0fbd34ef56dc7392b3693488c6ccc6706a738e9e03fe8",
  "verify.html": "a5c55833cdecf1ef9d7d63ca3554b8b9b9771c6cb5785bca935d87b6c3b76af9",
} as const;
