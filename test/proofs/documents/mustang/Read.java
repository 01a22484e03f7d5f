import java.io.FileInputStream;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.*;
import org.mustangproject.Invoice;
import org.mustangproject.ZUGFeRD.ZUGFeRDInvoiceImporter;

/** Prints what Mustang reads in each file: every getter of its invoice that has a value, by its way. */
public class Read {
  public static void main(String[] files) {
    for (String file : files) {
      try {
        ZUGFeRDInvoiceImporter importer = new ZUGFeRDInvoiceImporter();
        importer.doIgnoreCalculationErrors();
        importer.setInputStream(new FileInputStream(file));
        Invoice invoice = importer.extractInvoice();
        System.out.println("file " + file);
        print("", invoice, new ArrayList<>());
      } catch (Throwable error) {
        System.out.println("unread " + file);
      }
    }
  }

  private static boolean isIn(List<Object> around, Object value) {
    for (Object one : around) if (one == value) return true;
    return false;
  }

  private static void print(String way, Object value, List<Object> around) throws Exception {
    if (value == null || around.size() > 6 || isIn(around, value)) return;
    if (value instanceof BigDecimal number) {
      System.out.println("value " + way + "=" + number.stripTrailingZeros().toPlainString());
      return;
    }
    if (value instanceof Date date) {
      System.out.println("value " + way + "=" + date.getTime());
      return;
    }
    if (value instanceof CharSequence || value instanceof Number || value instanceof Boolean || value instanceof Enum) {
      System.out.println("value " + way + "=" + value.toString().strip().replaceAll("\\s+", " "));
      return;
    }
    List<Object> inside = new ArrayList<>(around);
    inside.add(value);
    if (value instanceof Map<?, ?> map) value = new ArrayList<Object>(map.values());
    if (value instanceof Object[] array) value = Arrays.asList(array);
    if (value instanceof byte[] bytes) {
      System.out.println("value " + way + "=" + Arrays.hashCode(bytes));
      return;
    }
    if (value instanceof Iterable<?> list) {
      int at = 0;
      for (Object one : list) print(way + "[" + at++ + "]", one, inside);
      return;
    }
    if (!value.getClass().getName().startsWith("org.mustangproject")) return;
    Method[] methods = value.getClass().getMethods();
    Arrays.sort(methods, Comparator.comparing(Method::getName));
    for (Method method : methods) {
      if (method.getParameterCount() > 0 || !method.getName().matches("(?:get|is)[A-Z].*")) continue;
      Object read;
      try {
        read = method.invoke(value);
      } catch (Throwable error) {
        continue;
      }
      print(way + "/" + method.getName().replaceFirst("^(get|is)", ""), read, inside);
    }
  }
}
