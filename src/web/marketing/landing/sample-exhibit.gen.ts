// Written by scripts/sample-exhibit.ts.
import type { SampleExhibit } from "./sample-exhibit.ts";

/** A sample exhibit, real in every byte. */
export const sampleExhibit: SampleExhibit = {
  "number": 45,
  "artifact": "{\n  \"volumes\": 41,\n  \"encrypted\": 41,\n  \"cipher\": \"AES-256\",\n  \"key_rotation_days\": 90\n}\n",
  "filedAt": "2025-05-14T09:00:03.000Z",
  "index": 58,
  "size": 186,
  "steps": 8,
  "origin": "exhibit.example/log/e1733309-922f-462d-860e-2f6df83aed74",
  "item": {
    "id": "31e39d48-fd1b-4f43-8e3a-2377b9db093a",
    "size": 89,
    "sha256": "b123b2f3c7afd33c5578eb6e1f31cf6f8dca78a5c84243695b5fcdf79dd36a0d",
    "name": "Storage encryption settings",
    "type": "Config",
    "source": "Upload",
    "fileName": "storage-encryption.json",
    "collectedAt": "2025-05-14T09:00:02.000Z",
    "controls": [
      "XC-12"
    ]
  },
  "around": [
    {
      "number": 42,
      "name": "Branch protection, main",
      "filedAt": "2025-05-14T06:00:03.000Z",
      "leaf": "39682038252045df630d1a11bdbb39909d2fa9b0d0897157fefe5c1c8f03bdb6"
    },
    {
      "number": 43,
      "name": "Leaver checklist",
      "filedAt": "2025-05-14T07:00:03.000Z",
      "leaf": "0de06db09369b7e05da327a1289f711f121cbdab2e71cbdfa482c66c338f9ed2"
    },
    {
      "number": 44,
      "name": "Audit log settings",
      "filedAt": "2025-05-14T08:00:03.000Z",
      "leaf": "ba4e515ef7e1647e6733584128abcd09677223b5843c980462e4790577fede57"
    },
    {
      "number": 45,
      "name": "Storage encryption settings",
      "filedAt": "2025-05-14T09:00:03.000Z",
      "leaf": "b647a22c616c58f896cb86271792c87610d0f257e0029a90fc4d334a7217ec5c"
    }
  ]
};
