import { doFolderTask } from "./folder-work.ts";
import type { FolderTask } from "./folder-work.ts";

onmessage = ({ data }: MessageEvent<FolderTask>) => {
  doFolderTask(data).then(
    (answer) => postMessage(answer),
    () =>
      postMessage({ ok: false, why: "This archive can't be unpacked here. Unpack it yourself and drop the folder." }),
  );
};
