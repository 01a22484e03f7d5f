import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const soft = (role: string) => ({ backgroundColor: `var(--${role}-soft)` });
const CODE = { font: '12px/18px var(--mono)' };

/** The editor stands in a shadow root, which the styles of the console do not reach; its variables do. */
const FRAME = EditorView.theme({
  '&': {
    height: '100%',
    containerType: 'inline-size',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
  },
  '&.cm-focused': { outline: 'none' },
  // Above the numbers of the lines, which would cover an outline.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '300',
    border: '2px solid var(--accent)',
    pointerEvents: 'none',
  },
  '.cm-scroller': { ...CODE, overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-gutters': { border: '0', backgroundColor: 'var(--surface)', color: 'var(--text3)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '40px', padding: '0 4px 0 12px' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { boxShadow: 'inset 2px 0 var(--accent)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    outline: '1px solid var(--edge)',
    backgroundColor: 'transparent',
  },
});

const MARKS = EditorView.theme({
  '.signs': { width: '16px' },
  '.signs span': { display: 'block', fontWeight: '700', textAlign: 'center' },
  '.sign-bad': { color: 'var(--bad)' },
  '.sign-warn': { color: 'var(--warn)' },
  '.sign-ok': { color: 'var(--ok)' },
  '.sign-changed': { color: 'var(--text2)' },
  '.cm-line.line-bad': soft('bad'),
  '.cm-line.line-warn': soft('warn'),
  '.cm-line.line-ok': soft('ok'),
  '.cm-line.line-changed': { backgroundColor: 'var(--sunken)' },
  // Margins would not count for the numbers of the lines.
  '.note': { padding: '0 8px 4px 6px', font: '12px/18px var(--font)' },
  '.note .words': {
    // Lines may be wider than the frame; notes are read without scrolling.
    maxWidth: 'min(76ch, 100cqw - 96px)',
    padding: '4px 10px',
    color: 'var(--text)',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.note.bad .words': { ...soft('bad'), borderLeft: '3px solid var(--bad-bar)' },
  '.note.warn .words': { ...soft('warn'), borderLeft: '3px solid var(--warn-bar)' },
  '.note .ghost': { ...CODE, ...soft('warn'), marginBottom: '2px', color: 'var(--text2)', whiteSpace: 'pre' },
  '.note .ghost::before': { content: '"+"', position: 'absolute', color: 'var(--warn)', fontWeight: '700' },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.tagName], color: 'var(--accent)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.attributeName, color: 'var(--busy)' },
  { tag: [tags.comment, tags.processingInstruction], color: 'var(--text3)' },
]);

export const LOOK = [FRAME, MARKS, syntaxHighlighting(COLOURS)];
