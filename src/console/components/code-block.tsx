import { Copy } from './copy.tsx';

interface Props {
  /** Names it for readers who hear it. */
  readonly name: string;
  readonly text: string;
}

/** What a machine wrote. It scrolls in itself, and copies. */
export function CodeBlock({ name, text }: Props) {
  return (
    <div class="code-block">
      <Copy text={text} name={name} />
      <pre tabIndex={0} aria-label={name} role="region">
        <code>{text}</code>
      </pre>
    </div>
  );
}
