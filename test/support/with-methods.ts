/** The same object with some of its methods replaced; the others still have access to its private members. */
export function withMethods<P extends object>(port: P, methods: Partial<P>): P {
  return new Proxy(port, {
    get(target, key) {
      const own: unknown = Reflect.get(methods, key);
      if (own !== undefined) return own;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
