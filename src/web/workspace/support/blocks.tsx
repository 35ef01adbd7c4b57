import type { Block } from "#catalog/documentation.ts";
import { CopyButton } from "#web/design/copy-button.tsx";
import { RolesTable } from "./roles-table.tsx";

/** The pieces of a page, drawn. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, index) => <Piece key={index} block={block} />);
}

function Piece({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return <h2>{block.text}</h2>;
    case "text":
      return (
        <p>
          <Text>{block.text}</Text>
        </p>
      );
    case "list":
      return (
        <ul>
          <Items items={block.items} />
        </ul>
      );
    case "steps":
      return (
        <ol>
          <Items items={block.items} />
        </ol>
      );
    case "command":
      return (
        <div className="doc-command">
          <pre className="command" data-scrolls="a command stays on its line" tabIndex={0} aria-label="Command">
            {block.text}
          </pre>
          <CopyButton text={block.text} name="Copy the command" />
        </div>
      );
    case "facts":
      return (
        <dl>
          {block.rows.map(([term, meaning]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>
                <Text>{meaning}</Text>
              </dd>
            </div>
          ))}
        </dl>
      );
    case "roles":
      return <RolesTable />;
  }
}

function Items({ items }: { items: readonly string[] }) {
  return items.map((item) => (
    <li key={item}>
      <Text>{item}</Text>
    </li>
  ));
}

/** What stands between backticks is code. */
function Text({ children }: { children: string }) {
  return children.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}
