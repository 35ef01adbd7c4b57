import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { Icon } from "#web/design/icon.tsx";
import { Menu, MenuGroup, MenuItem, MenuRule } from "#web/design/menu.tsx";
import { TabLinks } from "#web/design/tab-links.tsx";
import { Segmented, Tabs } from "#web/design/tabs.tsx";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

const tabs = [
  { key: "evidence", label: "Evidence", count: 12 },
  { key: "history", label: "History" },
  { key: "long", label: longWords.japanese },
] as const;

const pages = [
  { to: "#one", label: "Overview" },
  { to: "#two", label: "People", count: 1204 },
  { to: "#long", label: longWords.german },
];

/** One of several views, and actions behind one button. */
export function TabsAndMenus() {
  const [chosen, choose] = useState<(typeof tabs)[number]["key"]>("evidence");
  const views = { tabs, chosen, onChoose: choose };
  return (
    <>
      <Specimen of="Tabs">
        <State name="default">
          <Tabs label="A control's parts" {...views}>
            <p className="padded-16">What the chosen tab shows.</p>
          </Tabs>
        </State>
        <State name="focus-visible" shown="focus-visible">
          <Tabs label="A control's parts by keyboard" {...views}>
            <p className="padded-16">What the chosen tab shows.</p>
          </Tabs>
        </State>
        <State name="hover" shown="hover" on="[aria-selected='false']">
          <Tabs label="A control's parts under a pointer" {...views}>
            <p className="padded-16">What the chosen tab shows.</p>
          </Tabs>
        </State>
        <State name="share the width" wide>
          <Tabs label="Ways of a project" fill {...views}>
            <p className="padded-16">What the chosen tab shows.</p>
          </Tabs>
        </State>
        <State name="segmented">
          <Tabs label="Ways in" segmented {...views}>
            <p className="padded-16">What the chosen tab shows.</p>
          </Tabs>
        </State>
      </Specimen>
      <Specimen of="TabLinks">
        <State name="pages">
          <TabLinks label="Pages" links={pages} here="#one" />
        </State>
        <State name="focus-visible" shown="focus-visible" on="a:not([aria-current])">
          <TabLinks label="Pages by keyboard" links={pages} here="#one" />
        </State>
        <State name="pages within one">
          <TabLinks label="Pages within one" links={pages} here="#two" segmented />
        </State>
      </Specimen>
      <Specimen of="Segmented">
        {([undefined, "hover", "focus-visible"] as const).map((shown) => (
          <State
            key={shown ?? "default"}
            name={shown ?? "default"}
            {...(shown && { shown })}
            on="[aria-pressed='false']"
          >
            <Segmented
              label={`View, ${shown ?? "default"}`}
              options={[
                { key: "list", label: "List" },
                { key: "map", label: "Map" },
              ]}
              chosen="list"
              onChoose={() => {}}
            />
          </State>
        ))}
      </Specimen>
      <Specimen of="Menu" and={["MenuGroup", "MenuItem", "MenuRule"]}>
        <State name="closed; press to open">
          <Menu label="More actions" trigger={<Icon of={Ellipsis} />} triggerClass="button" align="left">
            <MenuGroup label="Theme">
              <MenuItem checked onSelect={() => {}}>
                Light
              </MenuItem>
              <MenuItem checked={false} onSelect={() => {}}>
                Dark
              </MenuItem>
            </MenuGroup>
            <MenuRule />
            <MenuItem to="#main">{longWords.german}</MenuItem>
          </Menu>
        </State>
      </Specimen>
    </>
  );
}
