import com.helger.cii.d16b.CIID16BCrossIndustryInvoiceTypeMarshaller;
import com.helger.ubl21.UBL21Marshaller;
import java.io.File;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.*;
import oasis.names.specification.ubl.schema.xsd.commonaggregatecomponents_21.CreditNoteLineType;
import oasis.names.specification.ubl.schema.xsd.commonaggregatecomponents_21.InvoiceLineType;
import un.unece.uncefact.data.standard.reusableaggregatebusinessinformationentity._100.SupplyChainTradeLineItemType;

/** Prints each value of a file, by its way in the models of UBL 2.1 and CII D16B that phive and phoss read with. */
public class Read {
  public static void main(String[] files) throws Exception {
    for (String file : files) {
      Object read = read(new File(file));
      System.out.println((read == null ? "unread " : "file ") + file);
      print("", read);
    }
  }

  private static Object read(File file) throws Exception {
    String text = Files.readString(file.toPath());
    if (text.contains("CrossIndustryInvoice")) return new CIID16BCrossIndustryInvoiceTypeMarshaller().read(file);
    return text.contains("CreditNote-2") ? UBL21Marshaller.creditNote().read(file) : UBL21Marshaller.invoice().read(file);
  }

  private static void print(String way, Object value) throws Exception {
    if (value == null) return;
    if (value instanceof BigDecimal number) value = number.stripTrailingZeros().toPlainString();
    if (value instanceof byte[] bytes) value = Arrays.hashCode(bytes);
    if (value instanceof Iterable<?> list) {
      for (Object one : list) print(way + idOf(one), one);
      return;
    }
    if (isModel(value.getClass())) {
      for (Class<?> type = value.getClass(); isModel(type); type = type.getSuperclass())
        for (Field field : type.getDeclaredFields()) {
          if (Modifier.isStatic(field.getModifiers())) continue;
          field.setAccessible(true);
          print(field.getName().equals("value") ? way : way + "/" + field.getName(), field.get(value));
        }
      return;
    }
    System.out.println("value " + way + "=" + value.toString().strip().replaceAll("\\s+", " "));
  }

  /** A line is told from others by its identifier, since a target may leave lines out. */
  private static String idOf(Object entry) {
    if (entry instanceof InvoiceLineType line) return "[" + line.getIDValue() + "]";
    if (entry instanceof CreditNoteLineType line) return "[" + line.getIDValue() + "]";
    if (entry instanceof SupplyChainTradeLineItemType line) {
      var document = line.getAssociatedDocumentLineDocument();
      return "[" + (document == null ? "" : document.getLineIDValue()) + "]";
    }
    return "";
  }

  /** Types that the schemas define, and those of the core components that they extend. */
  private static boolean isModel(Class<?> type) {
    return type != null && type.getName().matches("(?:oasis|un)\\..*|com\\.helger\\.(?:ubl21|cii|xsds)\\..*");
  }
}
