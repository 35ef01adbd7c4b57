import type { Ref } from "react";
import type { PathFile } from "./batch.ts";
import { chosenFiles } from "./dropped-files.ts";

interface HiddenFilesProps {
  input: Ref<HTMLInputElement>;
  label: string;
  folder?: boolean;
  onFiles: (files: readonly PathFile[]) => void;
}

/** The input behind a button. */
export function HiddenFiles({ input, label, folder, onFiles }: HiddenFilesProps) {
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      aria-label={label}
      {...(folder && { webkitdirectory: "" })}
      onChange={(event) => {
        onFiles(chosenFiles(event.target.files));
        event.target.value = "";
      }}
    />
  );
}
