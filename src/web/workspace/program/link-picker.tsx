import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { api } from "#web/api.ts";
import { Button } from "#web/design/button.tsx";
import { Combobox } from "#web/design/combobox.tsx";
import type { ComboboxOption } from "#web/design/combobox.tsx";
import { useWorkspace } from "../company-context.tsx";
import { usePaused } from "../use-paused.ts";
import type { Link } from "./registers.ts";
import "./program.css";

export interface PickedLink {
  readonly target: string;
  readonly label: string;
}

interface LinkPickerProps {
  name: string;
  type: Link["type"];
  many: boolean;
  picked: readonly PickedLink[];
}

const listed = 8;
const wanted: Record<Link["type"], string> = {
  person: "Search people",
  system: "Search systems",
  control: "Search controls",
  exhibit: "Search evidence by name or number",
};

/** Chooses what a field leads to, by searching for it. The form holds the targets, a line for each. */
export function LinkPicker({ name, type, many, picked }: LinkPickerProps) {
  const [chosen, setChosen] = useState(picked);
  const [text, setText] = useState("");
  const options = useMatches(type, text)?.filter(({ key }) => !chosen.some(({ target }) => target === key));
  const choose = ({ key, label }: ComboboxOption) => {
    setChosen(many ? [...chosen, { target: key, label }] : [{ target: key, label }]);
    setText("");
  };
  return (
    <>
      <input type="hidden" name={name} value={chosen.map(({ target }) => target).join("\n")} />
      {chosen.length > 0 && (
        <ul className="picked-links">
          {chosen.map(({ target, label }) => (
            <li key={target}>
              <span className="narrows wraps">{label}</span>
              <Button
                kind="quiet"
                size="small"
                icon={X}
                iconOnly
                onClick={() => setChosen(chosen.filter((other) => other.target !== target))}
              >
                {`Remove ${label}`}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <Combobox options={options} text={text} onText={setText} onChoose={choose} placeholder={wanted[type]} />
    </>
  );
}

/** What fits the text, of one kind; undefined while it is asked for. */
function useMatches(type: Link["type"], text: string): readonly ComboboxOption[] | undefined {
  const { company } = useWorkspace();
  const companyId = company.id;
  const search = usePaused(text.trim());
  const sought = search === "" ? {} : { search };
  const people = useQuery({
    ...api.registers.records.queryOptions({
      input: { companyId, register: "people", state: "open", sort: "name", limit: listed, ...sought },
    }),
    enabled: type === "person",
    placeholderData: keepPreviousData,
  });
  const evidence = useQuery({
    ...api.evidence.list.queryOptions({ input: { companyId, limit: listed, ...sought } }),
    enabled: type === "exhibit",
    placeholderData: keepPreviousData,
  });
  const systems = useQuery({ ...api.systems.list.queryOptions({ input: { companyId } }), enabled: type === "system" });
  const controls = useQuery({
    ...api.controls.list.queryOptions({ input: { companyId } }),
    enabled: type === "control",
    staleTime: 5 * 60_000,
  });
  const fitting = (option: ComboboxOption) =>
    `${option.key} ${option.label}`.toLowerCase().includes(text.trim().toLowerCase());
  switch (type) {
    case "person":
      return people.data?.records.map(({ id, title, number, fields }) => ({
        key: id,
        label: title,
        note: [number, fields["email"]].filter(Boolean).join(", "),
      }));
    case "exhibit":
      return evidence.data?.items.map(({ exhibit, name }) => ({ key: exhibit, label: name, note: exhibit }));
    case "system":
      return systems.data?.systems.map(({ id, name }) => ({ key: id, label: name })).filter(fitting);
    case "control":
      return controls.data?.map(({ id, title }) => ({ key: id, label: `${id} ${title}` })).filter(fitting);
  }
}
