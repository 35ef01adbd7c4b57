import { useEffect, useState } from "react";
import { linksIn } from "#domain/file-link.ts";
import type { FileSourceKey } from "#domain/file-link.ts";
import { Button } from "#web/design/button.tsx";
import { Field } from "#web/design/field.tsx";
import { Textarea } from "#web/design/input.tsx";
import { useWorkspace } from "../../company-context.tsx";
import { addFolder, addLinks, forgetLink } from "./add-links.ts";
import { batchOf, useBatch } from "./batch.ts";
import type { PastedLink, Presets } from "./batch.ts";
import { FileSourceList } from "./file-source-list.tsx";
import { ConnectLink, useFileSources } from "./file-sources.tsx";
import { readAgain } from "./prepare-rows.ts";
import { namesOf, noLink } from "./source-names.ts";

/** Files by their links, one a line: they go into the table beside dropped files. Nothing where no source is set up. */
export function FromLinks({ presets }: { presets: Presets }) {
  const { company } = useWorkspace();
  const sources = useFileSources();
  const { links } = useBatch(company.id);
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const isOffered = sources.length > 0;
  useEffect(() => {
    if (!isOffered) return;
    function paste(event: ClipboardEvent) {
      const isTyping = (event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable]");
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      if (!isTyping && linksIn(pasted).length > 0) void addLinks(company.id, pasted, presets);
    }
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, [isOffered, company.id, presets]);
  useConnectedAgain(presets);
  if (!isOffered) return null;
  const names = namesOf(sources.map(({ name }) => name));
  function add() {
    if (linksIn(text).length === 0) return setError(noLink);
    setError(undefined);
    setText("");
    void addLinks(company.id, text, presets);
  }
  return (
    <section className="filing-links" aria-label="Links">
      <Field label="Links" error={error} help={`One a line, from ${names}. We read each file with your own account.`}>
        <Textarea
          rows={3}
          spellCheck={false}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            add();
          }}
        />
      </Field>
      <div className="filing-links-foot">
        <Button onClick={add}>Add links</Button>
        <FileSourceList />
      </div>
      {links.length > 0 && (
        <ul className="filing-pasted" aria-label="Links not added yet">
          {links.map((link) => (
            <Pasted key={link.link} pasted={link} presets={presets} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** What waited for an account goes on once it is connected. */
function useConnectedAgain(presets: Presets) {
  const { company } = useWorkspace();
  const connected = useFileSources()
    .filter((source) => source.connected)
    .map(({ source }) => source)
    .join();
  useEffect(() => {
    const { links, rows } = batchOf(company.id);
    const waits = ({ connect }: { connect?: FileSourceKey | undefined }) =>
      connect !== undefined && connected.split(",").includes(connect);
    const again = links.filter(waits).map(({ link }) => link);
    if (again.length > 0) void addLinks(company.id, again.join("\n"), presets);
    readAgain(company.id, rows.filter(waits));
  }, [connected, company.id, presets]);
}

/** One link that is no row: what it waits for, in one sentence, and what can be done. */
function Pasted({ pasted, presets }: { pasted: PastedLink; presets: Presets }) {
  const { company } = useWorkspace();
  const { link, state, problem, connect, folder } = pasted;
  const act = (label: string, onPress: () => void) => (
    <button type="button" className="link" aria-label={`${label}: ${link}`} onClick={onPress}>
      {label}
    </button>
  );
  const count = folder?.files.length ?? 0;
  const files = count === 1 ? "its file" : `${folder?.isCut ? "the first" : "its"} ${count} files`;
  return (
    <li>
      <span className="cut-off mono fine" title={link}>
        {link}
      </span>
      <div className="filing-answer">
        {state === "asking" && <p className="quiet">Looking it up...</p>}
        {state === "failed" && <p>{problem}</p>}
        {folder && (
          <p>
            <bdi>{folder.name}</bdi> is a folder.
          </p>
        )}
        {folder && act(`Add ${files}`, () => addFolder(company.id, pasted, presets))}
        {connect && <ConnectLink source={connect} />}
        {state === "failed" && act("Try again", () => void addLinks(company.id, link, presets))}
        {act("Remove", () => forgetLink(company.id, link))}
      </div>
    </li>
  );
}
